import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { PublicPage } from './public-page.tsx'
import { SiteFootContext } from './site-foot-context.ts'

const page = (more: Partial<Parameters<typeof PublicPage>[0]>) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.createElement('div')
  const root = createRoot(container)
  act(() =>
    root.render(
      <SiteFootContext value="浙ICP备">
        <PublicPage name="云禾区教育" title="到校率" state="ready" {...more}>
          148 所学校已上报
        </PublicPage>
      </SiteFootContext>,
    ),
  )
  const html = container.innerHTML
  act(() => root.unmount())
  return html
}
const text = (html: string) => html.replace(/<[^>]*>/g, ' ')

it('shows the same for everything unpublished, and nothing of its content', () => {
  const html = page({ state: 'unpublished', hero: '97.8%', at: '10:20' })
  expect(text(html)).toContain('该页面未发布或已失效')
  expect(text(html)).not.toMatch(/97\.8|148|10:20/)
})

it('shows figures with their time, marked when they are too old', () => {
  expect(page({ hero: '97.8%', at: '10:20' })).toContain('数据截至 10:20')
  expect(page({ hero: '97.8%', at: '10:20' })).not.toContain('data-stale')
  expect(page({ hero: '97.8%', at: '08:40', isStale: true })).toContain('data-stale')
  expect(text(page({ at: '08:40', isOffline: true }))).toContain('没有网络，以下是 08:40 的内容')
})

it('shows that it failed and offers a retry', () => {
  const html = text(page({ state: 'failed' }))
  expect(html).toContain('没有加载成功')
  expect(html).toContain('重试')
  expect(html).not.toContain('148')
})

it('has 大字 and 帮助 in the same place as every page, and the site footer', () => {
  for (const state of ['loading', 'ready', 'failed', 'unpublished'] as const) {
    expect(text(page({ state }))).toMatch(/大字.*浙ICP备/s)
  }
})
