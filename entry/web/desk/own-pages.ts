import type { ComponentType } from 'react'
import { hasSamples } from '#packages/web/core/samples.ts'
import type { DeskPage } from './web-modules.ts'
import { ownUrls } from './shell-urls.ts'

type OwnPage = Pick<DeskPage, 'url' | 'title' | 'group' | 'load'> & Partial<Pick<DeskPage, 'help' | 'icon' | 'shape'>>

const createOwnPage = ({ url, title, group, load, help = 'shell', icon = '', shape = 'form' }: OwnPage): DeskPage => ({
  url,
  title,
  group,
  load,
  help,
  icon,
  shape,
  permission: { code: 'staff', title },
})

const galleryFiles = import.meta.glob<{ default: ComponentType }>('../../../packages/web/desk/gallery/*.tsx')
const galleryTitles: Readonly<Record<string, string>> = {
  attachments: '附件',
  cards: '看板卡片',
  colours: '颜色与字号',
  'day-board': '当日看板',
  details: '详情页',
  drawer: '边缘抽屉',
  formats: '格式',
  forms: '表单页',
  lists: '列表页',
  parts: '小部件',
  states: '页面状态',
  statistics: '统计页',
  timetable: '课表',
  viewer: '查看器',
  wizard: '向导页',
}

/** The gallery pages with the page archetypes, for developers. */
const galleryPages = Object.entries(galleryFiles).map(([file, load]) => {
  const name = /([^/]+)\.tsx$/.exec(file)![1]!
  const group = '界面样例'
  if (name === 'index') return createOwnPage({ url: '/icon', title: group, group, load })
  return createOwnPage({ url: `/icon/${name}`, title: galleryTitles[name] ?? name, group, load })
})

/** The pages of the shell itself, available to all staff. */
export const ownPages: readonly DeskPage[] = [
  createOwnPage({
    url: ownUrls.allMenus,
    title: '全部功能',
    group: '首页',
    icon: 'appstore',
    shape: 'tiles',
    load: () => import('./pages/top-menu.tsx'),
  }),
  createOwnPage({
    url: ownUrls.frontPage,
    title: '单位主页',
    group: '首页',
    icon: 'bank',
    help: 'place-home',
    load: () => import('./pages/front-page.tsx'),
  }),
  createOwnPage({
    url: ownUrls.mine,
    title: '我的',
    group: '个人中心',
    help: 'account',
    load: () => import('./pages/my-page.tsx'),
  }),
  ...(hasSamples() ? galleryPages : []),
]
