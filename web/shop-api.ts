import { createContext } from 'react-router'
import type { Client } from '../contract/client.ts'
import type { Language } from '../contract/shop.ts'

/** The calls of the shop for loaders: as any visitor makes them, without a cookie. */
export const shopApi = createContext<Client>()

/** The language of the page that is being made. */
export const pageLanguage = createContext<Language>()
