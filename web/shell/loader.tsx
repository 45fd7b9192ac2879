import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { inAppPath } from '../../contract/in-app-path.ts'
import { display } from '../../contract/limits.ts'
import { shop } from '../../shop.config.ts'
import { m } from '../messages/messages.ts'
import { Spinner } from '../ui/spinner.tsx'

export function meta() {
  return [{ title: `${m.shell_loader_title()} · ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

/** Waits a little, for instance for a payment to be noted, then leads on to where `next` says. */
export default function LoaderScreen() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const next = inAppPath(search.get('next'))

  useEffect(() => {
    if (!next) return
    const timer = setTimeout(() => navigate(next, { replace: true }), display.loaderMilliseconds)
    return () => clearTimeout(timer)
  }, [next, navigate])

  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 py-16 text-center">
      <Spinner className="size-14 text-leaf" />
      <h1 className="font-semibold text-xl">{m.shell_loader_title()}</h1>
      {next && (
        <>
          <p className="text-muted">{m.shell_loader_text()}</p>
          <Link
            to={next}
            replace
            className="inline-flex min-h-11 items-center font-medium text-leaf-deep underline underline-offset-4"
          >
            {m.shell_loader_go()}
          </Link>
        </>
      )}
    </div>
  )
}
