import { lazyComponent } from '#packages/web/light/lazy-component.tsx'

const Parts = lazyComponent(() => import('./parts.tsx').then((loaded) => loaded.Parts))
const FlowDemo = lazyComponent(() => import('./flow-demo.tsx').then((loaded) => loaded.FlowDemo))
const PublicDemo = lazyComponent(() => import('./public-demo.tsx').then((loaded) => loaded.PublicDemo))

/** All components of the light root in all their states, for developers. */
export default function GalleryPage() {
  const shown = new URLSearchParams(location.search).get('show')
  if (shown === 'flow') return <FlowDemo />
  return shown === 'public' ? <PublicDemo /> : <Parts />
}
