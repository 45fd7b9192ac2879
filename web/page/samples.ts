import { useRouteLoaderData } from 'react-router'
import type { SampleField } from '../../contract/shop-samples.ts'

const everything: SampleField[] = ['company', 'address', 'phone', 'email', 'map', 'social']

/**
 * Returns the contact fields of shop.config.ts that aren't shown, because they are still samples and the shop is no
 * demo. All of them without the root's data, as on an error page.
 */
export function useHiddenSamples(): SampleField[] {
  const data = useRouteLoaderData('root') as { samples?: SampleField[] } | undefined
  return data?.samples ?? everything
}

/** Returns whether a price may be called inclusive of all taxes: `mayClaimTaxes` of contract/shop.ts. */
export function useTaxClaim(): boolean {
  const data = useRouteLoaderData('root') as { mayClaimTaxes?: boolean } | undefined
  return data?.mayClaimTaxes ?? false
}
