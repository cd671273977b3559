import type { ComponentType } from 'react'

/**
 * Loads a component together with antd's theme. The shell has no antd, so that its frame is shown earlier; components
 * that use antd are loaded through this function.
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
