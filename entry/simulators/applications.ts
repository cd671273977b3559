/** Plays the third-party applications of the demo: one screen for each. Nothing leaves the machine. */
import { demoApplications, waitingApplication } from '../seed/demo-applications.ts'
import { applicationPage, type ShownApplication } from './application-page.ts'
import { escaped, page, serve, type Answered, type Routes } from './http.ts'

const shown: readonly (ShownApplication & { slug: string })[] = [...demoApplications, waitingApplication]

function overview(): Answered {
  const links = shown.map(
    ({ slug, name, about }) => `<li><a href="/apps/${slug}">${escaped(name)}</a>：${escaped(about)}`,
  )
  return page('演示应用', `<ul>${links.join('')}</ul>`)
}

const pages: Routes = Object.fromEntries(shown.map((app) => [`GET /apps/${app.slug}`, () => applicationPage(app)]))
serve('applications', { 'GET /': overview, ...pages })
