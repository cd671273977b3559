import { ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import type { ReactNode } from 'react'
import { useBigText } from '#packages/web/core/big-text.ts'
import { useDarkTheme } from '#packages/web/core/theme.ts'
import {
  controlHeights,
  font,
  fontSizes,
  getColors,
  getShadows,
  lineHeights,
  sizes,
  type Appearance,
} from '#packages/web/core/tokens.ts'

const { darkAlgorithm, defaultAlgorithm } = antdTheme

/** antd's dark algorithm dims the main colours; ours are already those of the dark theme. */
const keepMainColors: typeof darkAlgorithm = (seed, map = darkAlgorithm(seed)) => {
  const { colorPrimary, colorInfo, colorSuccess, colorWarning, colorError, colorLink } = seed
  return { ...map, colorPrimary, colorInfo, colorSuccess, colorWarning, colorError, colorLink }
}

/** Maps our tokens to antd's. Colours that antd would derive too light to read are set explicitly. */
function createTheme({ isBig, isDark }: Appearance): ThemeConfig {
  const colors = getColors({ isBig, isDark })
  const size = (table: Readonly<Record<number, number>>, normal: number) => (isBig ? table[normal]! : normal)
  const small = size(controlHeights, 28)
  return {
    algorithm: isDark ? [darkAlgorithm, keepMainColors] : defaultAlgorithm,
    token: {
      colorPrimary: colors.primary,
      colorPrimaryHover: colors.primaryHover,
      colorPrimaryActive: colors.primaryActive,
      colorPrimaryBg: colors.primaryTint,
      colorPrimaryBgHover: colors.focusHalo,
      colorPrimaryBorder: colors.primaryEdge,
      colorInfo: colors.primary,
      colorLink: colors.primary,
      colorLinkHover: colors.primaryHover,
      colorLinkActive: colors.primaryActive,
      colorSuccess: colors.success,
      colorWarning: colors.warning,
      colorError: colors.error,
      colorText: colors.text,
      colorTextSecondary: colors.textSecond,
      colorTextTertiary: colors.textThird,
      colorTextQuaternary: colors.textFourth,
      colorTextPlaceholder: colors.textThird,
      colorTextDisabled: colors.textFourth,
      colorBorder: colors.fieldEdge,
      colorBorderSecondary: colors.line,
      colorSplit: colors.line,
      colorBgLayout: colors.page,
      colorBgContainer: colors.card,
      colorBgElevated: isDark ? colors.head : colors.card,
      colorBgContainerDisabled: colors.closedTint,
      // Ticks, dots and handles on the primary colour.
      colorWhite: colors.onPrimary,
      colorTextLightSolid: colors.onPrimary,
      controlItemBgHover: colors.rowHover,
      controlItemBgActive: colors.primaryTint,
      fontFamily: font,
      fontSize: size(fontSizes, 14),
      fontSizeSM: size(fontSizes, 12),
      fontSizeLG: size(fontSizes, 16),
      lineHeight: size(lineHeights, 22) / size(fontSizes, 14),
      controlHeight: size(controlHeights, 32),
      controlHeightSM: small,
      lineWidth: isBig ? 2 : 1,
      motion: !isBig,
      fontWeightStrong: 600,
      borderRadius: sizes.radius,
      borderRadiusLG: sizes.radiusLayer,
      boxShadowSecondary: getShadows(isDark).shadowLayer,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: {
        defaultBorderColor: colors.buttonEdge,
        defaultShadow: 'none',
        primaryShadow: 'none',
        textHoverBg: colors.buttonHover,
        controlHeightSM: small,
        onlyIconSizeSM: 16,
        paddingInline: 12,
      },
      Input: {
        activeShadow: `inset 0 0 0 1px ${colors.primary}, 0 0 0 3px ${colors.focusHalo}`,
        errorActiveShadow: `inset 0 0 0 1px ${colors.error}, 0 0 0 3px ${colors.errorTint}`,
      },
      Table: {
        headerBg: colors.head,
        headerColor: colors.textSecond,
        headerBorderRadius: 0,
        borderColor: colors.line,
        rowHoverBg: colors.rowHover,
      },
      Tree: { titleHeight: size(controlHeights, sizes.treeRow), indentSize: 16, switcherSize: 22 },
      Pagination: { itemSizeSM: small },
      Select: { controlHeightSM: small },
    },
  }
}

const themes = new Map<string, ThemeConfig>()

/** Created once for each appearance, because antd compares them by identity. */
function getTheme(appearance: Appearance): ThemeConfig {
  const key = JSON.stringify(appearance)
  const known = themes.get(key) ?? createTheme(appearance)
  themes.set(key, known)
  return known
}

export function Theme({ children }: { children: ReactNode }) {
  const isBig = useBigText()
  const isDark = useDarkTheme()
  return (
    <ConfigProvider locale={zhCN} theme={getTheme({ isBig, isDark })} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}
