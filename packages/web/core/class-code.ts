const storageKey = 'classCode'

/** Stores the class code of a link (…#classCode=ABCD) until the user has signed in, and removes it from the address. */
export function storeClassCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get(storageKey)
  if (!code) return
  sessionStorage.setItem(storageKey, code)
  history.replaceState(null, '', location.pathname + location.search)
}

export const getStoredClassCode = () => sessionStorage.getItem(storageKey) ?? ''
export const clearClassCode = () => sessionStorage.removeItem(storageKey)
