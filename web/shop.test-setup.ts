import { pageSettingsOf } from '../contract/settings/page-settings.ts'
import { shop } from '../shop.config.ts'
import { overwriteGetLocale } from './paraglide/runtime.js'
import { setShop } from './shop.ts'

/*
 * Runs before each test file: the modules of web/ have the settings of the sample shop, as in a page of the demo in
 * English.
 */

setShop(pageSettingsOf(shop, true))
overwriteGetLocale(() => 'en')
