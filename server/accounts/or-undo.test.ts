import { expect, test } from 'vitest'
import { orUndo } from './or-undo.ts'

test('work that is rejected is undone before its error is thrown; other work is not', async () => {
  const steps: string[] = []
  const undo = async () => {
    await Promise.resolve()
    steps.push('undone')
  }
  expect(await orUndo(Promise.resolve(7), undo)).toBe(7)
  expect(steps).toEqual([])
  await orUndo(Promise.reject(new Error('refused')), undo).catch((error) => steps.push(error.message))
  expect(steps).toEqual(['undone', 'refused'])
})
