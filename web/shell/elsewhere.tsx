import { redirect } from 'react-router'

/** Any path that isn't a screen leads home. */
export function loader() {
  return redirect('/')
}

export default function Elsewhere() {
  return null
}
