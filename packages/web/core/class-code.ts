const kept = 'classCode'

/** The code of a class that somebody came with (…#classCode=ABCD) waits until she has signed in; the address forgets it. */
export function keepClassCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get(kept)
  if (!code) return
  sessionStorage.setItem(kept, code)
  history.replaceState(null, '', location.pathname + location.search)
}

export const keptClassCode = () => sessionStorage.getItem(kept) ?? ''
export const forgetClassCode = () => sessionStorage.removeItem(kept)
