import { webhookPath } from '../../contract/paths/call-paths.ts'
import { stripeGateway } from '../../server/payments/stripe-gateway.ts'
import { testStripe } from '../services/stripe.ts'
import { testShop } from '../shop.ts'

/** A shop that takes payments by a test Stripe of its own, which it waits for 400 ms. */
export async function stripeShop(options: Parameters<typeof testShop>[0] = {}) {
  const webhookSecret = 'whsec_of_the_tests'
  const publicUrl = 'https://shop.example'
  const stripe = await testStripe(webhookSecret)
  const settings = { secretKey: 'sk_test_talad', webhookSecret, apiBase: stripe.base, timeout: 400 }
  const gateway = stripeGateway(settings, publicUrl)
  const shop = await testShop({ ...options, gateway, publicUrl })
  return {
    stripe,
    shop,
    gateway,
    webhookSecret,
    /** Sends an event to the shop, as Stripe does. */
    postWebhook: ({ body, signature }: { body: string; signature: string }) =>
      shop.app.inject({
        method: 'POST',
        url: webhookPath,
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        payload: body,
      }),
    close: async () => {
      await shop.close()
      await stripe.close()
    },
  }
}
