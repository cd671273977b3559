import type { PhoneModule } from '#packages/web/core/module.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'

/** Files to view and download. */
export const FileList = lazyComponent(() => import('./phone/file-list.tsx').then((loaded) => loaded.FileList))

export default { controls: { files: () => import('./phone/files-field.tsx') } } satisfies PhoneModule
