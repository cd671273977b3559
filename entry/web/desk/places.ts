import type { ComponentType } from 'react'
import type { DeskPage } from './modules.ts'
import { personalPages } from './personal/places.ts'
import { ownUrls } from './urls.ts'

const own = (url: string, title: string, group: string, load: DeskPage['load'], help = 'shell'): DeskPage => ({
  ...{ url, title, group, load, help },
  permission: { code: 'staff', title },
  actions: [],
})

const pieces = import.meta.glob<{ default: ComponentType }>('../../../packages/web/desk/gallery/*.tsx')
const pieceTitles: Readonly<Record<string, string>> = {
  attachments: '附件',
  cards: '看板卡片',
  colours: '颜色与字号',
  details: '详情页',
  drawer: '边缘抽屉',
  formats: '格式',
  forms: '表单页',
  lists: '列表页',
  parts: '小部件',
  states: '页面状态',
  viewer: '查看器',
  wizard: '向导页',
}

/** The archetypes to look at, each at its own address. */
const galleryPages = Object.entries(pieces).map(([file, load]) => {
  const name = /([^/]+)\.tsx$/.exec(file)![1]!
  if (name === 'index') return own('/icon', '界面样例', '界面样例', load)
  return own(`/icon/${name}`, pieceTitles[name] ?? name, '界面样例', load)
})

/** The pages of the shell itself: whoever works here has them. */
export const ownPages: readonly DeskPage[] = [
  own(ownUrls.allMenus, '全部应用', '首页', () => import('./pages/top-menu.tsx')),
  own(ownUrls.frontPage, '单位主页', '首页', () => import('./pages/front-page.tsx')),
  own(ownUrls.mine, '我的', '个人中心', () => import('./pages/mine.tsx'), 'personal'),
  ...personalPages.map(({ url, title, group, load }) => own(url, title, group, load, 'personal')),
  ...galleryPages,
]
