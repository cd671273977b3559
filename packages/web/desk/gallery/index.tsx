import { Link } from 'react-router'
import { Glyph } from '../glyph.tsx'
import { iconSet } from './icon-set.ts'
import styles from './showcase.module.css'

const galleryPages = [
  ['colours', '颜色与字号', '每种颜色和它的对比度'],
  ['parts', '小部件', '状态、按钮、消息、弹窗、菜单'],
  ['confirm', '询问', '操作前的确认、预览和告知'],
  ['formats', '格式', '时间、数字、大小、检查'],
  ['states', '页面状态', '加载、空、无权限、失败、离线'],
  ['lists', '列表页', '筛选、视图、批量、详情'],
  ['facts', '事实', '逐行、弹窗里的和数字'],
  ['split', '左右页', '列表、内容、保存栏和未保存提醒'],
  ['details', '详情页', '概要、分栏、时间线'],
  ['forms', '表单页', '校验、草稿、身份证带出'],
  ['wizard', '向导页', '分步填写'],
  ['cards', '看板卡片', '每种状态的卡片'],
  ['statistics', '统计页', '图表、时间、对比、每种状态'],
  ['timetable', '课表', '查看、调整、比较和打印'],
  ['day-board', '当日看板', '缺课教师、空缺和候选人'],
  ['roster', '名单', '点名，离线保存的内容'],
  ['viewer', '查看器', '图片、PDF 和其他文件'],
  ['attachments', '附件', '上传、状态、预览和下载'],
  ['drawer', '边缘抽屉', '快捷访问的框架'],
] as const

/** /icon: the components of pages, to look at and try. */
export default function Gallery() {
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>界面样例</h1>
      <section className={styles['section']}>
        <h2>样例</h2>
        <div className={styles['tiles']}>
          {galleryPages.map(([piece, title, about]) => (
            <Link key={piece} className={styles['tile']} to={`/icon/${piece}`}>
              <strong>{title}</strong>
              <span>{about}</span>
            </Link>
          ))}
        </div>
      </section>
      {Object.entries(iconSet).map(([group, icons]) => (
        <section key={group} className={styles['section']}>
          <h2>图标：{group}</h2>
          <ul className={styles['icons']}>
            {icons.map(([meaning, icon]) => (
              <li key={meaning} className={styles['icon']}>
                <Glyph of={icon} />
                <span className={styles['caption']}>{meaning}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
