/** Plays the third-party applications of the demo: one friendly page for each. Nothing leaves the machine. */
import { appCategories } from '#packages/contract'
import { demoApplications, waitingApplication } from '../seed/demo-applications.ts'
import { escaped, page, serve, type Answered, type Routes } from './http.ts'

interface Shown {
  slug: string
  name: string
  about: string
  author: string
  category: keyof typeof appCategories
}

const shown: readonly Shown[] = [...demoApplications, waitingApplication]

function pageOf({ name, about, author, category }: Shown): Answered {
  const facts = [
    ['用途', about],
    ['分类', appCategories[category]],
    ['开发单位', author],
  ]
  const rows = facts.map(([title, words]) => `<tr><th>${escaped(title!)}<td>${escaped(words!)}`).join('')
  const words = '<p>这里是演示用的第三方应用页面，名称和单位均为虚构，不保存任何数据。</p>'
  return page(name, `${words}<table><tbody>${rows}</tbody></table><p>关闭本页即可返回平台。</p>`)
}

function overview(): Answered {
  const links = shown.map(
    ({ slug, name, about }) => `<li><a href="/apps/${slug}">${escaped(name)}</a>：${escaped(about)}`,
  )
  return page('演示应用', `<ul>${links.join('')}</ul>`)
}

const pages: Routes = Object.fromEntries(shown.map((app) => [`GET /apps/${app.slug}`, () => pageOf(app)]))
serve('applications', { 'GET /': overview, ...pages })
