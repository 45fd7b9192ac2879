import { pageSettingsOf } from '../contract/page-settings.ts'
import { shop } from '../shop.config.ts'
import { setShop } from './shop.ts'

/*
 * Runs before each test file: the modules of web/ have the settings of the sample shop, as in a page of the demo.
 */

setShop(pageSettingsOf(shop, true))
