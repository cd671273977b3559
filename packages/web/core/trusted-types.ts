/** The browser API that guards HTML and script URLs. TypeScript has no types for it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: ReturnType<typeof createLibraryPolicy>): unknown
}

const startsMarkup = /<[a-z!/?]/i

/**
 * For libraries without Trusted Types: antd writes style sheets and ECharts clears its container with innerHTML. Text
 * without the start of a tag creates no element; anything else is refused. Workers come from our own files only.
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
