import { redirect } from 'react-router'

/** Redirects any path without a screen to the home page. */
export function loader() {
  return redirect('/')
}

export default function UnknownPath() {
  return null
}
