import { lazyComponent } from '#packages/web/light/lazy-component.tsx'

const Parts = lazyComponent(() => import('./parts.tsx').then((loaded) => loaded.Parts))
const FlowDemo = lazyComponent(() => import('./flow-demo.tsx').then((loaded) => loaded.FlowDemo))
const PublicDemo = lazyComponent(() => import('./public-demo.tsx').then((loaded) => loaded.PublicDemo))

/** The parts of the light root for whoever builds with them: all of them, in all their states. */
export default function GalleryPage() {
  const shown = new URLSearchParams(location.search).get('show')
  if (shown === 'flow') return <FlowDemo />
  return shown === 'public' ? <PublicDemo /> : <Parts />
}
