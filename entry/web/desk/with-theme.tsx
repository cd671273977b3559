import type { ComponentType } from 'react'

/**
 * Fetches a component and antd's theme with it. The shell itself has no antd, so its frame is there before that has
 * come; whatever may hold antd's parts is fetched through here.
 */
export async function withTheme<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [{ default: Inside }, { Theme }] = await Promise.all([load(), import('./theme.tsx')])
  const Themed = (props: Props) => (
    <Theme>
      <Inside {...props} />
    </Theme>
  )
  return { default: Themed }
}
