import { use, useEffect, useState } from 'react'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { SiteFootContext } from '#packages/web/light/public-page/site-foot-context.ts'
import { PageLoadError, Skeleton } from '#packages/web/light/state-notice.tsx'
import type { HandbookDocument } from '../../build/documents.ts'
import { DocumentView } from '../help/document-view.tsx'
import NotFound from '../not-found.tsx'

const texts = import.meta.glob<HandbookDocument>('../../../../docs/policies/*.md', { import: 'default' })
const findPolicyText = (name: string) => texts[`../../../../docs/policies/${name}.md`]

/** The privacy policy and the terms of use. */
export default function PolicyPage({ params }: { params: Record<string, string> }) {
  const load = findPolicyText(params['name'] ?? '')
  return load ? <Policy load={load} /> : <NotFound />
}

function Policy({ load }: { load: () => Promise<HandbookDocument> }) {
  const [document, setDocument] = useState<HandbookDocument | 'failed'>()
  useEffect(() => {
    if (document) return
    load().then(setDocument, () => setDocument('failed'))
  }, [document, load])
  const siteFoot = use(SiteFootContext)
  const isThere = document !== undefined && document !== 'failed'
  usePageTitle(isThere ? document.title : '政策')
  return (
    <LightPage isWide head={<Bar title={isThere ? document.title : '政策'} back="/footer" />}>
      {isThere && <DocumentView document={document} hasTitle={false} />}
      {isThere && siteFoot}
      {document === undefined && <Skeleton blocks={[[40, 92, 92, 66]]} />}
      {document === 'failed' && <PageLoadError onRetry={() => setDocument(undefined)} />}
    </LightPage>
  )
}
