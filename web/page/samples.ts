import { useRouteLoaderData } from 'react-router'
import type { SampleField } from '../../contract/shop-samples.ts'

const everything: SampleField[] = ['company', 'address', 'phone', 'email', 'map', 'social']

/**
 * What of the contact in shop.config.ts isn't shown, because it is still a sample and the shop is no demo. Everything
 * where the root's data is missing, as on a page that could not be made.
 */
export function useHiddenSamples(): SampleField[] {
  const data = useRouteLoaderData('root') as { samples?: SampleField[] } | undefined
  return data?.samples ?? everything
}

/** Whether a product's price may be called inclusive of all taxes: `mayClaimTaxes` of contract/shop.ts. */
export function useTaxClaim(): boolean {
  const data = useRouteLoaderData('root') as { mayClaimTaxes?: boolean } | undefined
  return data?.mayClaimTaxes ?? false
}
