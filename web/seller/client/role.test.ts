import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { rights } from '../../../contract/staff/staff-roles.ts'
import { m } from '../../messages/messages.ts'
import routes from '../../routes.ts'
import { mayOpen, screenRights, startOf } from './role.ts'

test('every screen of the seller area has a role', () => {
  const area = (routes as RouteConfigEntry[]).find(({ path }) => path === 'seller')
  const screens = area?.children?.flatMap(({ children }) => children ?? []) ?? []
  const paths = screens.map(({ path }) => (path ? `/seller/${path.replace('/:id', '')}` : '/seller'))
  expect(Object.keys(screenRights).sort()).toEqual(paths.sort())
})

test('every screen of the seller area is in its navigation', () => {
  const navigation = readFileSync(new URL('../area/area-navigation.tsx', import.meta.url), 'utf8')
  // Opened from the list of products.
  const paths = Object.keys(screenRights).filter((path) => path !== '/seller/products')
  expect(paths.filter((path) => !navigation.includes(`to: '${path}'`))).toEqual([])
})

test('a role opens the screens of its work, and begins with one of them', () => {
  const products = '/seller/products/01a2021c-7e37-768a-b7e3-fa916673c8f8'
  const opened = (role: 'owner' | 'manager' | 'picker' | 'rider') =>
    ['/seller', '/seller/orders', '/seller/settings', '/seller/trip', products].filter((path) => mayOpen(role, path))
  expect(opened('owner')).toEqual(['/seller', '/seller/orders', '/seller/settings', '/seller/trip', products])
  expect(opened('manager')).toEqual(['/seller', '/seller/orders', '/seller/trip', products])
  expect(opened('picker')).toEqual(['/seller/orders'])
  expect(opened('rider')).toEqual(['/seller/trip'])
  expect((['owner', 'manager', 'picker', 'rider'] as const).map(startOf)).toEqual([
    '/seller',
    '/seller',
    '/seller/orders',
    '/seller/trip',
  ])
})

test('the words about managers name everything that only owners may do', () => {
  const owners = Object.entries(rights).filter(([, allowed]) => !(allowed as readonly string[]).includes('manager'))
  const others = owners.filter(([right]) => !/^(staff\.|settings\.|notice\.\w*line$)/i.test(right))
  expect(others).toEqual([])
  expect(m.staff_role_manager()).toBe('Everything except staff, settings and the LINE group')
})
