/** What browsers ask before text becomes markup or the address of a script. TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: ReturnType<typeof createLibraryPolicy>): unknown
}

const startsMarkup = /<[a-z!/?]/i

/**
 * For libraries that know nothing of Trusted Types: antd writes style sheets and ECharts empties its place with innerHTML.
 * Text in which no tag begins makes no element; anything else is refused. Workers come from our own files only.
 */
export const createLibraryPolicy = (origin: string) => ({
  createHTML: (text: string) => (startsMarkup.test(text) ? null : text),
  createScriptURL: (address: string) => {
    try {
      const url = new URL(address, origin)
      return url.origin === origin && url.pathname.startsWith('/assets/') ? address : null
    } catch {
      return null
    }
  },
})

export const installTrustedTypesPolicy = () =>
  void (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
    'default',
    createLibraryPolicy(location.origin),
  )
