import { Component, lazy, Suspense, type ReactNode } from 'react'
import { create } from 'zustand'
import { recordClientError } from '#packages/web/core/client-errors.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { withTheme } from '../with-theme.tsx'

/** Overlays that are needed rarely. Each is loaded on first use. */
const layers = {
  palette: lazy(() => import('../palette/palette.tsx')),
  keys: lazy(() => withTheme(() => import('../keys/keys-dialog.tsx'))),
  log: lazy(() => import('../log/log-dialog.tsx')),
  unsent: lazy(() => import('./unsent-dialog.tsx')),
  elsewhere: lazy(() => import('../switching/confirm-switch-dialog.tsx')),
  unbind: lazy(async () => (await import('#kernel/session/web/index.ts')).loadUnbindDialog()),
}

const useShown = create<{ shown: keyof typeof layers | undefined }>(() => ({ shown: undefined }))
export const showLayer = (shown: keyof typeof layers) => useShown.setState({ shown })
export const hideLayer = () => useShown.setState({ shown: undefined })

export function Layers() {
  const { shown } = useShown()
  const toast = useToast()
  if (!shown) return null
  const Layer = layers[shown]
  const fail = () => {
    hideLayer()
    toast.error('没有打开，请刷新页面后重试')
  }
  return (
    <LayerBoundary key={shown} onFail={fail}>
      <Suspense fallback={null}>
        <Layer onClose={hideLayer} />
      </Suspense>
    </LayerBoundary>
  )
}

/** An overlay that fails, or whose code did not load, does not break the page. */
export class LayerBoundary extends Component<{ onFail?: () => void; children: ReactNode }, { isBroken: boolean }> {
  static getDerivedStateFromError = () => ({ isBroken: true })

  override state = { isBroken: false }

  override componentDidCatch(error: unknown) {
    recordClientError(error, '浮层')
    this.props.onFail?.()
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
