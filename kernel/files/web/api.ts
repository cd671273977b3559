import type { PhoneControlProps } from '#packages/web/core/field-control.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'

/** The photographs of a form on a phone; the value is a list of file ids. Loaded when it is drawn. */
export const PhotosField = lazyComponent<PhoneControlProps>(() =>
  import('./phone/photos-field.tsx').then((loaded) => loaded.default),
)
