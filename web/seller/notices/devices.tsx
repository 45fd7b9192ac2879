import { type ReactNode, useEffect, useState } from 'react'
import type { PushDevice } from '../../../contract/calls/notice.ts'
import { allNoticeKinds, noticeKinds } from '../../../contract/staff/notices.ts'
import { useRead } from '../../client/use-read.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { formatMoment } from '../../messages/format-moment.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { toast } from '../../ui/toast.ts'
import { currentSubscription, keysOf, pushSupport, subscribe, unsubscribe } from '../area/push-device.ts'
import { sellerApi } from '../client/seller-api.ts'
import { SwitchRow } from '../form/switch-row.tsx'
import { LoadingBlock, ReadResult } from '../ui/read-result.tsx'
import { makeKindSwitches } from './kind-switches.ts'
import { kindNames, kindTexts } from './notice-kinds.ts'

/** The notices on this device, and the account's other devices that get some. */
export function Devices() {
  const read = useRead('notices', async (signal) => {
    // A browser whose storage is blocked has no subscription.
    const subscription = await currentSubscription().catch(() => undefined)
    return sellerApi.notice.devices({ endpoint: subscription?.endpoint }, { signal })
  })
  return (
    <ReadResult
      read={read}
      failedTitle={m.notices_failed()}
      heading="h2"
      skeleton={<LoadingBlock text={m.notices_loading()} size="h-100" />}
    >
      {({ publicKey, devices }) => {
        const others = devices.filter(({ current }) => !current)
        return (
          <>
            <section>
              <h2 className="mb-3 font-bold text-xl">{m.notices_device()}</h2>
              <Card className="p-4 sm:p-6">
                <ThisDevice
                  publicKey={publicKey}
                  device={devices.find(({ current }) => current)}
                  onChanged={read.reload}
                />
              </Card>
            </section>
            {others.length > 0 && (
              <section>
                <h2 className="mb-3 font-bold text-xl">{m.notices_others()}</h2>
                <Card className="p-4 sm:p-6">
                  <ul className="grid gap-4">
                    {others.map((device) => (
                      <OtherDevice key={device.id} device={device} onChanged={read.reload} />
                    ))}
                  </ul>
                </Card>
              </section>
            )}
          </>
        )
      }}
    </ReadResult>
  )
}

type ThisDeviceProps = { publicKey: string; device: PushDevice | undefined; onChanged: () => void }

function ThisDevice({ publicKey, device, onChanged }: ThisDeviceProps) {
  const [support, setSupport] = useState(pushSupport)
  useEffect(() => {
    // The permission is changed in the browser's settings, beside this page.
    const look = () => setSupport(pushSupport())
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])

  if (support === 'insecure') return <Obstacle title={m.notices_insecure()}>{m.notices_insecure_text()}</Obstacle>
  if (support === 'install first')
    return <Obstacle title={m.notices_install_first()}>{m.notices_install_first_text()}</Obstacle>
  if (support === 'unsupported')
    return <Obstacle title={m.notices_unsupported()}>{m.notices_unsupported_text()}</Obstacle>
  if (support === 'denied') return <Obstacle title={m.notices_denied()}>{m.notices_denied_text()}</Obstacle>
  if (device && support === 'granted') return <SwitchedOn publicKey={publicKey} device={device} onChanged={onChanged} />
  return <Offer publicKey={publicKey} onChanged={onChanged} onPermission={() => setSupport(pushSupport())} />
}

function Obstacle({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-muted">{children}</p>
    </>
  )
}

/** Says which notices come, and asks the browser for its permission when the button is pressed, not before. */
function Offer({ publicKey, onChanged, onPermission }: Omit<ThisDeviceProps, 'device'> & { onPermission: () => void }) {
  const form = useSubmit({ toasts: false })
  async function turnOn() {
    const reply = await form.send(async () => {
      const permission = await Notification.requestPermission()
      onPermission()
      if (permission !== 'granted') return { success: false as const, message: m.notices_dismissed() }
      const subscription = await subscribe(publicKey).catch(() => undefined)
      if (!subscription) return { success: false as const, message: m.notices_unreachable() }
      return sellerApi.notice.saveDevice({ ...keysOf(subscription), kinds: allNoticeKinds, language: getLocale() })
    })
    if (!reply) return
    toast.success(reply.message)
    onChanged()
  }
  return (
    <div className="grid gap-4">
      <p>{m.notices_offer()}</p>
      <ul className="grid list-disc gap-2 ps-5">
        {noticeKinds.map((kind) => (
          <li key={kind}>
            <span className="block font-semibold">{kindNames[kind]()}</span>
            <span className="block text-muted text-sm">{kindTexts[kind]()}</span>
          </li>
        ))}
      </ul>
      <p className="text-muted">{m.notices_private()}</p>
      <div role="alert" className="empty:hidden">
        {form.message && <FormMessage>{form.message}</FormMessage>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="large" onClick={turnOn} pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.notices_allow()}
        </Button>
        <p className="min-w-[min(12rem,100%)] flex-1 text-muted text-sm">{m.notices_asks()}</p>
      </div>
    </div>
  )
}

function SwitchedOn({ publicKey, device, onChanged }: ThisDeviceProps & { device: PushDevice }) {
  const form = useSubmit()
  const [{ shown, turn }] = useState(() =>
    makeKindSwitches(device.kinds, async (kinds) => {
      const reply = await form.send(async () => {
        const subscription = await subscribe(publicKey).catch(() => undefined)
        if (!subscription) return { success: false as const, message: m.notices_unreachable() }
        return sellerApi.notice.saveDevice({ ...keysOf(subscription), kinds, language: getLocale() })
      })
      return reply !== undefined
    }),
  )
  const kinds = shown.use()

  async function turnOff() {
    const reply = await form.send(() => sellerApi.notice.removeDevice({ id: device.id }))
    if (reply) {
      await unsubscribe()
      toast.success(reply.message)
    }
    onChanged()
  }
  async function trial() {
    const reply = await form.send(() => sellerApi.notice.tryDevice({ id: device.id }))
    if (reply) toast.success(reply.message)
  }
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {noticeKinds.map((kind) => (
          <li key={kind}>
            <SwitchRow
              label={kindNames[kind]()}
              hint={kindTexts[kind]()}
              on={kinds[kind]}
              onSwitch={(on) => void turn(kind, on)}
            />
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">{m.notices_private()}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={trial} pending={form.slow} aria-disabled={form.pending || undefined}>
          {m.notices_try()}
        </Button>
        <Button variant="ghost" onClick={turnOff} aria-disabled={form.pending || undefined}>
          {m.notices_off()}
        </Button>
      </div>
    </div>
  )
}

function OtherDevice({ device, onChanged }: { device: PushDevice; onChanged: () => void }) {
  const form = useSubmit()
  const client = device.client || m.notices_unknown_device()
  const names = noticeKinds.filter((kind) => device.kinds[kind]).map((kind) => kindNames[kind]())
  const kinds = names.length > 0 ? names.join(' · ') : m.notices_nothing()
  async function remove() {
    const reply = await form.send(() => sellerApi.notice.removeDevice({ id: device.id }))
    if (reply) toast.success(reply.message)
    onChanged()
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="font-medium">{client}</p>
        <p className="text-muted text-sm">{m.notices_since({ when: formatMoment(device.since), kinds })}</p>
      </div>
      <Button
        variant="outline"
        aria-label={m.notices_remove_of({ device: client })}
        onClick={remove}
        pending={form.slow}
        aria-disabled={form.pending || undefined}
      >
        {m.notices_remove()}
      </Button>
    </li>
  )
}
