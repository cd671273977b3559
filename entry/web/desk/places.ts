import type { ComponentType } from 'react'
import { hasSamples } from '#packages/web/core/samples.ts'
import type { DeskPage } from './modules.ts'
import { personalPages } from './personal/places.ts'
import { ownUrls } from './urls.ts'

type Own = Pick<DeskPage, 'url' | 'title' | 'group' | 'load'> & Partial<Pick<DeskPage, 'help' | 'icon' | 'shape'>>

const own = ({ url, title, group, load, help = 'shell', icon = '', shape = 'form' }: Own): DeskPage => ({
  url,
  title,
  group,
  load,
  help,
  icon,
  shape,
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

/** The archetypes to look at, each at its own address: for whoever builds pages. */
const galleryPages = Object.entries(pieces).map(([file, load]) => {
  const name = /([^/]+)\.tsx$/.exec(file)![1]!
  const group = '界面样例'
  if (name === 'index') return own({ url: '/icon', title: group, group, load })
  return own({ url: `/icon/${name}`, title: pieceTitles[name] ?? name, group, load })
})

/** The pages of the shell itself: whoever works here has them. */
export const ownPages: readonly DeskPage[] = [
  own({
    url: ownUrls.allMenus,
    title: '全部功能',
    group: '首页',
    icon: 'appstore',
    shape: 'tiles',
    load: () => import('./pages/top-menu.tsx'),
  }),
  own({
    url: ownUrls.frontPage,
    title: '单位主页',
    group: '首页',
    icon: 'bank',
    help: 'place-home',
    load: () => import('./pages/front-page.tsx'),
  }),
  own({
    url: ownUrls.mine,
    title: '我的',
    group: '个人中心',
    help: 'personal',
    load: () => import('./pages/mine.tsx'),
  }),
  ...personalPages.map((page) => own({ ...page, help: 'personal' })),
  ...(hasSamples() ? galleryPages : []),
]
