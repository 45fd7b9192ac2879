import { icon } from '../../ui/icons.tsx'

/* The icons of ways to pay, which few screens need. */

export const CreditCard = icon('credit-card')
export const QrCodeIcon = icon('qr-code')
export const Wallet = icon('wallet')
