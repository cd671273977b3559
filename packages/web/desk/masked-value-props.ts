/** How long a number stays revealed. */
export const revealSeconds = 30

export interface MaskedField {
  /** As on the wire: 138****5012. */
  value: string
  /** The kind of number: 手机号. */
  label: string
  /** Loads the full number, for a reason that is logged. Without it there is no reveal button. */
  reveal?: ((reason: string) => Promise<string>) | undefined
  reasons?: readonly string[] | undefined
  /** Who is informed about the reveal. */
  notice?: string | undefined
}
