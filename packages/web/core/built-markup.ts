interface Policy {
  createHTML(text: string): unknown
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): Policy
}

let documents: Policy | undefined

/** Marks our own HTML from the build as trusted. The server names this policy in its headers. */
export function trustBuiltMarkup(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  documents ??= trustedTypes?.createPolicy('documents', { createHTML: (text) => text })
  return (documents ? documents.createHTML(html) : html) as string
}
