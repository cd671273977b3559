import { BankOutlined } from '@ant-design/icons'
import {
  categoryColors,
  chartColors,
  darkCategoryColors,
  darkChartColors,
  darkDeskColors,
  deskColors,
} from '#packages/web/core/tokens.desk.ts'
import { colors, darkColors, type ColorName } from '#packages/web/core/tokens.ts'
import { Glyph } from '../glyph.tsx'
import { getContrast } from './contrast.ts'
import { PieceHead, Section } from './showcase/piece-head.tsx'
import styles from './showcase.module.css'

const pairs: readonly [label: string, front: ColorName, back: ColorName][] = [
  ['正文', 'text', 'page'],
  ['次要文字', 'textSecond', 'page'],
  ['占位文字', 'textThird', 'page'],
  ['链接', 'primary', 'card'],
  ['主按钮', 'onPrimary', 'primary'],
  ['菜单', 'menuText', 'menu'],
  ['选中的菜单', 'menuTextSelected', 'menuSelected'],
  ['成功', 'success', 'successTint'],
  ['提醒', 'warning', 'warningTint'],
  ['错误', 'error', 'errorTint'],
  ['信息', 'primary', 'primaryTint'],
  ['已结束', 'closed', 'closedTint'],
]

const sizes = [
  ['12 说明', 'var(--type-12)', 'var(--line-18)', 400],
  ['14 正文', 'var(--type-14)', 'var(--line-22)', 400],
  ['16 卡片标题', 'var(--type-16)', 'var(--line-24)', 600],
  ['20 页面标题', 'var(--type-20)', 'var(--line-28)', 600],
  ['24 数字', 'var(--type-24)', 'var(--line-32)', 600],
  ['32 大数字', 'var(--type-32)', 'var(--line-40)', 600],
] as const

const categories: Record<keyof typeof categoryColors, string> = {
  teaching: '教务',
  pupils: '学生',
  office: '办公',
  teachers: '教师',
  enrolment: '招生',
  families: '家校',
  safety: '平安',
  assets: '资产',
}

const themes = [
  { name: '浅色', colors, deskColors, charts: chartColors, categories: categoryColors },
  {
    name: '深色',
    colors: darkColors,
    deskColors: darkDeskColors,
    charts: darkChartColors,
    categories: darkCategoryColors,
  },
] as const

/** Every colour of both themes, with its contrast, and every text size. */
export default function ColoursGallery() {
  return (
    <div className={styles['page']}>
      <PieceHead title="颜色与字号" />
      <Section title="字号">
        {sizes.map(([label, fontSize, lineHeight, fontWeight]) => (
          <p key={label} style={{ fontSize, lineHeight, fontWeight }}>
            {label} 启明 1,574
          </p>
        ))}
      </Section>
      {themes.map((theme) => (
        <ThemeColours key={theme.name} theme={theme} />
      ))}
    </div>
  )
}

const ThemeColours = ({ theme }: { theme: (typeof themes)[number] }) => (
  <>
    <Section title={`${theme.name}：文字与底色（对比度不低于 4.5）`}>
      <div className={styles['swatches']}>
        {pairs.map(([label, front, back]) => (
          <p
            key={label}
            className={styles['pair']}
            style={{ color: theme.colors[front], background: theme.colors[back] }}
          >
            {label}
            <span>{getContrast(theme.colors[front], theme.colors[back]).toFixed(2)}</span>
          </p>
        ))}
      </div>
    </Section>
    <Section title={`${theme.name}：应用的类别`}>
      <div className={styles['row']}>
        {Object.entries(theme.categories).map(([name, [glyph, tint]]) => (
          <span key={name} className={styles['labelled']}>
            <span className={styles['square']} style={{ color: glyph, background: tint }}>
              <Glyph of={BankOutlined} />
            </span>
            {categories[name as keyof typeof categories]}
          </span>
        ))}
      </div>
    </Section>
    <Section title={`${theme.name}：图表`}>
      <Swatches entries={[...theme.charts, theme.colors.chartRest].map((color) => [color, color])} />
    </Section>
    <Section title={`${theme.name}：全部颜色`}>
      <Swatches entries={Object.entries({ ...theme.colors, ...theme.deskColors })} />
    </Section>
  </>
)

const Swatches = ({ entries }: { entries: readonly (readonly [name: string, color: string])[] }) => (
  <div className={styles['swatches']}>
    {entries.map(([name, color]) => (
      <div key={name}>
        <div className={styles['swatch']} style={{ background: color }} />
        <p className={styles['caption']}>{name === color ? name : `${name} ${color}`}</p>
      </div>
    ))}
  </div>
)
