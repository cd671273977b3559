/** Simulates the third-party applications of the demo with one screen each. Nothing leaves the machine. */
import { demoApplications, unapprovedApplication } from '#kernel/catalogue/server/demo-applications.ts'
import { renderApplicationPage, type SimulatedApplication } from './application-page.ts'
import { escapeHtml, renderPage, serveSimulator, type SimulatorResponse, type SimulatorRoutes } from './http.ts'

const shown: readonly (SimulatedApplication & { slug: string })[] = [...demoApplications, unapprovedApplication]

function overview(): SimulatorResponse {
  const links = shown.map(
    ({ slug, name, about }) => `<li><a href="/apps/${slug}">${escapeHtml(name)}</a>：${escapeHtml(about)}`,
  )
  return renderPage('演示应用', `<ul>${links.join('')}</ul>`)
}

const pages: SimulatorRoutes = Object.fromEntries(
  shown.map((app) => [`GET /apps/${app.slug}`, () => renderApplicationPage(app)]),
)
serveSimulator('applications', { 'GET /': overview, ...pages })
