import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pageSettingsOf } from '../contract/settings/page-settings.ts'
import { shop as shopConfig } from '../shop.config.ts'
import { setShop, settingsText, shop } from './shop.ts'

test('a value with markup or quotes stays inside the block and is read as it was written', () => {
  const name = `</script><script>hurt()</script><!-- <script> ]]> "'&quot;\\ \u2028 ${'`'}`
  setShop(pageSettingsOf({ ...shopConfig, name }, true))
  expect(shop.name).toBe(name)
  const html = renderToStaticMarkup(<script type="application/json">{settingsText}</script>)
  const [, block = ''] = /^<script type="application\/json">([^<]*)<\/script>$/.exec(html) ?? []
  expect(JSON.parse(block)).toEqual(JSON.parse(JSON.stringify(shop)))
})
