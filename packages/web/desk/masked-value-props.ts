/** How long a number stays open. */
export const revealSeconds = 30

export interface MaskedField {
  /** As the wire has it: 138****5012. */
  value: string
  /** What it is: 手机号. */
  label: string
  /** The whole of it, for a reason that goes into the log. Without it there is no eye. */
  reveal?: ((reason: string) => Promise<string>) | undefined
  reasons?: readonly string[] | undefined
  /** Who else will know that somebody looked. */
  notice?: string | undefined
}
