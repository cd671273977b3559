const storageKey = 'classCode'

/** The code of a class that somebody came with (…#classCode=ABCD) waits until she has signed in; the address forgets it. */
export function storeClassCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get(storageKey)
  if (!code) return
  sessionStorage.setItem(storageKey, code)
  history.replaceState(null, '', location.pathname + location.search)
}

export const getStoredClassCode = () => sessionStorage.getItem(storageKey) ?? ''
export const clearClassCode = () => sessionStorage.removeItem(storageKey)
