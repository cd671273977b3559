import { appCategories, type AppCategory } from '#packages/contract'
import { escapeHtml, type SimulatorResponse } from './http.ts'

/** The colours of the product; its own token files are for browsers. */
const colors = {
  primary: '#0b6bcb',
  onPrimary: '#ffffff',
  page: '#f2f2f2',
  card: '#ffffff',
  cardEdge: '#e5e5e5',
  text: '#1d1d1d',
  textSecond: '#595959',
} as const
const categoryColors: Record<AppCategory, readonly [glyph: string, tint: string]> = {
  teaching: ['#0b6bcb', '#e6f4ff'],
  pupils: ['#207048', '#e6f4ec'],
  office: ['#4a4fb8', '#ecedfb'],
  teachers: ['#8a1c91', '#f7e9f8'],
  enrolment: ['#8a5a00', '#fdf1de'],
  families: ['#b02c7e', '#fdebf5'],
  safety: ['#0d6a73', '#e2f3f4'],
  assets: ['#66660f', '#f0f0dc'],
}

interface Scene {
  figures: readonly (readonly [label: string, value: string, unit: string])[]
  list: string
  rows: readonly (readonly [title: string, about: string, state: string])[]
  action: string
}

/** Invented content for an application of each category. */
const scenes: Record<AppCategory, Scene> = {
  teaching: {
    figures: [
      ['本周备课', '12', '课时'],
      ['共享课件', '86', '份'],
      ['待批阅', '3', '份'],
    ],
    list: '最近的课件',
    rows: [
      ['《观潮》第二课时', '四年级语文，昨天更新', '已共享'],
      ['小数的意义', '四年级数学，周一更新', '编写中'],
      ['Unit 4 My home', '四年级英语，上周五更新', '已共享'],
    ],
    action: '新建备课',
  },
  pupils: {
    figures: [
      ['参与学生', '45', '人'],
      ['本周打卡', '203', '次'],
      ['完成率', '92', '%'],
    ],
    list: '今日动态',
    rows: [
      ['三（2）班完成晨跑打卡', '07:40，43 人参加', '已完成'],
      ['阅读《昆虫记》', '三（1）班，28 人在读', '进行中'],
      ['体质测试补测', '周四下午，操场', '待参加'],
    ],
    action: '发起活动',
  },
  office: {
    figures: [
      ['待我处理', '2', '件'],
      ['本月办结', '31', '件'],
      ['平均用时', '1.5', '天'],
    ],
    list: '申请记录',
    rows: [
      ['运动会秩序册用印', '体育组，今天 09:12', '待审批'],
      ['三楼会议室，14:00—15:30', '教研组长例会', '已通过'],
      ['家长会通知用印', '德育处，昨天 16:40', '已办结'],
    ],
    action: '发起申请',
  },
  teachers: {
    figures: [
      ['参加活动', '6', '次'],
      ['累计学时', '48', '学时'],
      ['待评课', '1', '节'],
    ],
    list: '近期活动',
    rows: [
      ['跨校听评课：分数的初步认识', '周三 09:00，实验小学', '已报名'],
      ['课题中期研讨', '周五 14:30，线上', '可报名'],
      ['名师课堂回放', '共 4 节', '可观看'],
    ],
    action: '报名活动',
  },
  enrolment: {
    figures: [
      ['开放场次', '4', '场'],
      ['已预约', '126', '人'],
      ['剩余名额', '34', '个'],
    ],
    list: '开放日程',
    rows: [
      ['校园参观', '周六 09:00—10:00', '余 12 个'],
      ['课程体验', '周六 10:10—11:00', '余 22 个'],
      ['校长面对面', '周六 11:00—11:30', '已约满'],
    ],
    action: '预约参观',
  },
  families: {
    figures: [
      ['新留言', '2', '条'],
      ['已回复', '58', '条'],
      ['活动照片', '312', '张'],
    ],
    list: '最近留言',
    rows: [
      ['孩子明天需要提前接吗？', '三（1）班家长，10 分钟前', '待回复'],
      ['秋游照片已收到，谢谢老师', '三（1）班家长，昨天', '已回复'],
      ['请问校服补订时间', '三（2）班家长，昨天', '已回复'],
    ],
    action: '发布通知',
  },
  safety: {
    figures: [
      ['今日巡查', '8', '处'],
      ['待整改', '1', '处'],
      ['在途校车', '3', '辆'],
    ],
    list: '巡查记录',
    rows: [
      ['操场看台护栏松动', '总务处已派单', '整改中'],
      ['食堂后厨消防通道', '07:20 检查', '正常'],
      ['校车 2 号线', '17:05 到达东门', '准点'],
    ],
    action: '上报隐患',
  },
  assets: {
    figures: [
      ['在库耗材', '146', '种'],
      ['库存不足', '5', '种'],
      ['本月用电', '8,420', '度'],
    ],
    list: '最近记录',
    rows: [
      ['试管 20 支', '科学组领用，今天', '已出库'],
      ['酒精灯 6 个', '采购入库，昨天', '已入库'],
      ['教学楼 B 区用电', '较上周下降 6%', '正常'],
    ],
    action: '登记领用',
  },
}

export interface SimulatedApplication {
  name: string
  about: string
  author: string
  category: AppCategory
}

/** One screen of a demo application in the product's style: bar, figures, a list. Its controls do nothing. */
export function renderApplicationPage({ name, about, author, category }: SimulatedApplication): SimulatorResponse {
  const { figures, list, rows, action } = scenes[category]
  const [hue, tint] = categoryColors[category]
  const cells = figures
    .map(([label, value, unit]) => `<li><span>${label}</span><b>${value}</b><i>${unit}</i></li>`)
    .join('')
  const lines = rows
    .map(([title, detail, state]) => `<li><div><b>${title}</b><span>${detail}</span></div><em>${state}</em></li>`)
    .join('')
  const title = escapeHtml(name)
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="zh-CN"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style>${renderStyle(hue, tint)}</style>
<header><span class="icon" aria-hidden="true">${escapeHtml(Array.from(name)[0] ?? '')}</span>
<div><h1>${title}</h1><p>${escapeHtml(about)}</p></div><button type="button">${action}</button></header>
<main><ul class="figures">${cells}</ul>
<section><h2>${list}</h2><ul class="rows">${lines}</ul></section></main>
<footer>${escapeHtml(appCategories[category])}，${escapeHtml(author)}。演示应用，名称、单位和数据均为虚构，不保存任何内容；关闭本页即可返回平台。</footer>
</html>`,
  }
}

const renderStyle = (hue: string, tint: string) => `
*{box-sizing:border-box;margin:0;padding:0}ul{list-style:none}
body{min-height:100vh;display:flex;flex-direction:column;background:${colors.page};color:${colors.text};
font:14px/22px "PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;font-variant-numeric:tabular-nums}
header{display:flex;align-items:center;gap:16px;padding:16px max(16px,calc(50% - 480px));background:${colors.card};
border-bottom:1px solid ${colors.cardEdge}}
header div{flex:1;min-width:0}h1{font-size:20px;line-height:28px;font-weight:600}header p{color:${colors.textSecond}}
.icon{display:grid;place-items:center;flex:none;width:48px;height:48px;border-radius:10px;background:${tint};color:${hue};
font-size:24px;font-weight:600}
button{flex:none;height:36px;padding:0 16px;border:0;border-radius:6px;background:${colors.primary};color:${colors.onPrimary};font:inherit;cursor:pointer}
main{flex:1;width:100%;max-width:992px;margin:0 auto;padding:16px;display:grid;gap:16px;align-content:start}
.figures{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:16px}
.figures li,section{padding:16px;border:1px solid ${colors.cardEdge};border-radius:6px;background:${colors.card}}
.figures span{display:block;color:${colors.textSecond}}.figures b{font-size:32px;line-height:44px;font-weight:600}
.figures i{margin-left:4px;font-style:normal;color:${colors.textSecond}}
h2{margin-bottom:8px;font-size:16px;line-height:24px;font-weight:600}
.rows li{display:flex;align-items:center;gap:16px;padding:12px 0;border-top:1px solid ${colors.cardEdge}}
.rows div{flex:1;min-width:0}.rows b{display:block;font-weight:500}.rows span{font-size:12px;line-height:20px;color:${colors.textSecond}}
.rows em{flex:none;padding:0 8px;border-radius:4px;background:${tint};font-size:12px;font-style:normal;color:${hue}}
footer{padding:16px;text-align:center;font-size:12px;line-height:20px;color:${colors.textSecond}}
@media(max-width:640px){header{flex-wrap:wrap}button{width:100%;height:44px}.figures{gap:8px}.figures li{padding:12px}.figures b{font-size:24px;line-height:36px}}
`
