import { productName } from '#packages/web/core/page-title.ts'
import { PublicPage } from '#packages/web/light/public-page/public-page.tsx'

/** Every public address of the specification whose application is not installed, or has published nothing. */
export default function UnpublishedPage() {
  return <PublicPage name={productName} title={productName} state="unpublished" />
}
