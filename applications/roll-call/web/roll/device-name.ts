import { newId } from '#packages/core'

const key = 'rollDevice'

/** A random name of this browser, which tells two devices of one teacher apart. */
export function getDeviceName() {
  const known = localStorage.getItem(key)
  if (known) return known
  const created = newId()
  localStorage.setItem(key, created)
  return created
}
