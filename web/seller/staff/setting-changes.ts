import { type Role, roleNames } from '../../../contract/staff/staff-roles.ts'
import { weekdayName } from '../../../contract/values/day.ts'
import type { Texts } from '../../../contract/values/fill-text.ts'
import { type Language, localeOf } from '../../../contract/values/languages.ts'
import { fieldName, impliedFields, nestedFields, valueName } from './setting-words.ts'

/*
 * Changes of the owner's settings, for the audit log. It stores the whole value of a topic, before and after; these
 * functions name the fields that differ.
 */

const yesNo = { true: { en: 'yes', th: 'ใช่' }, false: { en: 'no', th: 'ไม่' } } as const
const orderOfList: Texts = { en: 'Order', th: 'ลำดับ' }
const fromDay: Texts = { en: 'from', th: 'ตั้งแต่' }
const always: Texts = { en: 'always', th: 'ตลอดมา' }

/** A field of a setting that differs: before or after is undefined if there was or is none. */
export type SettingChange = { label: string; before: string | undefined; after: string | undefined }

type Field = { label: string; text: string }
type Fields = Map<string, Field>

/**
 * Returns which fields of a topic's value differ, with their words and values. Either value may be absent. A topic or
 * field that this version of the shop doesn't know keeps its stored name.
 */
export function settingChanges(
  topic: string,
  { before, after }: { before: unknown; after: unknown },
  language: Language,
): SettingChange[] {
  const old = fieldsOf(topic, before, language)
  const now = fieldsOf(topic, after, language)
  const changes: SettingChange[] = []
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const was = old.get(key)
    const is = now.get(key)
    if (was?.text !== is?.text)
      changes.push({ label: is?.label ?? was?.label ?? '', before: was?.text, after: is?.text })
  }
  return [...changes, ...orderChange(before, after, language)]
}

function fieldsOf(topic: string, value: unknown, language: Language): Fields {
  const fields: Fields = new Map()
  const add = (keys: readonly string[], labels: readonly string[], text: string) =>
    fields.set(JSON.stringify(keys), { label: labels.join(' · '), text })

  function walk(value: unknown, keys: readonly string[], labels: readonly string[]): void {
    const field = keys.at(-1) ?? ''
    if (value === null || value === undefined || isOneOf(impliedFields, field)) return
    if (Array.isArray(value) && field === 'week') walkWeek(value, keys, labels)
    // Each day of a list is a field of its own, so that a change shows only the added and removed days.
    else if (Array.isArray(value) && field === 'closed')
      for (const day of value) add([...keys, String(day)], labels, String(day))
    else if (Array.isArray(value) && value.every((each) => typeof each === 'object')) walkList(value, keys, labels)
    else if (typeof value === 'object' && !Array.isArray(value))
      for (const [key, inner] of Object.entries(value))
        walk(inner, [...keys, key], isOneOf(nestedFields, key) ? labels : [...labels, fieldName(topic, key)[language]])
    else add(keys, labels, textOf({ topic, field, value }, language))
  }

  /** Items are identified by their id, so that a renamed or moved item stays the same one. */
  function walkList(
    list: readonly Record<string, unknown>[],
    keys: readonly string[],
    labels: readonly string[],
  ): void {
    const known = new Map<string, number>()
    for (const item of list) {
      const id = String(item.path ?? item.id ?? item.from ?? item.name)
      const nth = (known.get(id) ?? 0) + 1
      known.set(id, nth)
      const inner = [...keys, `${id} ${nth}`]
      if ('basisPoints' in item) {
        const day = item.from === '0001-01-01' ? always[language] : `${fromDay[language]} ${item.from}`
        add(inner, [...labels, day], `${Number(item.basisPoints) / 100}%`)
      } else if ('url' in item) add(inner, [...labels, String(item.name)], String(item.url))
      else {
        const name = String((language === 'th' && item.nameTh) || item.name || id)
        const { id: _, path: __, ...rest } = item
        walk(rest, inner, [...labels, name])
      }
    }
  }

  function walkWeek(week: readonly unknown[], keys: readonly string[], labels: readonly string[]): void {
    const spans = week as { day: number; from: string; to: string }[]
    for (const day of [1, 2, 3, 4, 5, 6, 7]) {
      const text = spans.filter((span) => span.day === day).map(({ from, to }) => `${from}–${to}`)
      if (text.length > 0)
        add([...keys, String(day)], [...labels, weekdayName(day, localeOf(language))], text.join(', '))
    }
  }

  walk(value, [], [])
  return fields
}

/** Returns the change in the order of the categories and tax classes that are in both lists. */
function orderChange(before: unknown, after: unknown, language: Language): SettingChange[] {
  const [old, now] = [before, after].map((value) => listOf(value))
  if (!old || !now) return []
  const idOf = (item: Record<string, unknown>) => String(item.path ?? item.id)
  const inBoth = (list: typeof old, other: typeof old) =>
    list.filter((item) => other.some((each) => idOf(each) === idOf(item)))
  const kept = inBoth(old, now)
  const moved = inBoth(now, old)
  if (kept.map(idOf).join('\n') === moved.map(idOf).join('\n')) return []
  const names = (list: typeof old) =>
    list.map(({ name, nameTh }) => String((language === 'th' && nameTh) || name)).join(', ')
  return [{ label: orderOfList[language], before: names(kept), after: names(moved) }]
}

function listOf(value: unknown): Record<string, unknown>[] | undefined {
  const { categories, tax } = (value ?? {}) as { categories?: unknown; tax?: { classes?: unknown } }
  const list = categories ?? tax?.classes
  return Array.isArray(list) ? list : undefined
}

const isOneOf = (fields: readonly string[], field: string) => fields.includes(field)

function textOf({ topic, field, value }: { topic: string; field: string; value: unknown }, language: Language): string {
  if (typeof value === 'boolean') return yesNo[`${value}`][language]
  if (field === 'roles' && Array.isArray(value))
    return value.map((role) => roleNames[role as Role]?.[language] ?? String(role)).join(', ')
  if (Array.isArray(value)) return value.join(', ')
  return valueName(topic, field, String(value))[language]
}
