/**
 * Rota admin: the Mantine theme and every design token.
 * One accent (cobalt) for what is alive or can be acted on, one neutral ramp, three status hues (green, amber, red).
 * Components read the `--r-*` variables; nothing else in the app names a colour.
 */
import {
  type ActionIconProps,
  type ButtonProps,
  type CheckboxProps,
  createTheme,
  type CSSVariablesResolver,
  type KbdProps,
  type MantineColorsTuple,
  type ModalProps,
  type SegmentedControlProps,
  type TabsProps,
  type TextInputProps,
  type TooltipProps,
} from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconBan,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleDot,
  IconCircleX,
  IconClock,
  IconClockExclamation,
  IconHourglassLow,
  IconLoader2,
  IconPlayerPauseFilled,
  IconPlugConnectedX,
  IconProgressDown,
  IconRotateClockwise,
  IconSquareRoundedXFilled,
} from '@tabler/icons-react';

/* ---------- ramps ---------- */

const accent: MantineColorsTuple = [
  '#edf1fe',
  '#d9e2fd',
  '#b3c4fa',
  '#8aa4f6',
  '#6685f1',
  '#4a6cea',
  '#2f56d9',
  '#2748b8',
  '#203b96',
  '#182c70',
];
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f1f3f6',
  '#e4e7ec',
  '#d3d8e0',
  '#b6bdc9',
  '#8e97a6',
  '#6a7280',
  '#515965',
  '#333943',
  '#14171f',
];
/** Mantine reads dark[0] as text and dark[7] as body. */
const dark: MantineColorsTuple = [
  '#e4e7ed',
  '#b9c0cc',
  '#98a1b0',
  '#7f8897',
  '#3a414d',
  '#282d36',
  '#1d2128',
  '#121519',
  '#0e1014',
  '#090b0e',
];

/* ---------- semantic tokens, one value per scheme ---------- */

type Scheme = 'light' | 'dark';
type Token = Record<Scheme, string>;

export const tokens = {
  canvas: { light: '#f7f8fa', dark: '#0d0f12' }, // behind the navigation
  surface: { light: '#ffffff', dark: '#121519' }, // the page
  raised: { light: '#ffffff', dark: '#1a1e24' }, // dialogs, menus
  sunken: { light: '#f4f5f8', dark: '#171a1f' }, // table heads, code, wells
  hover: { light: '#f4f6f9', dark: '#191d23' },
  line: { light: '#e6e9ee', dark: '#242931' }, // hairlines inside a block
  'line-strong': { light: '#d3d8e0', dark: '#363d48' }, // controls, block edges
  text: { light: '#14171f', dark: '#e4e7ed' },
  dim: { light: '#515965', dark: '#a3abb9' }, // second reading level, 7:1
  faint: { light: '#626a77', dark: '#8d96a5' }, // labels and units, 4.5:1 on every fill
  accent: { light: '#2f56d9', dark: '#8aa4f6' },
  'accent-soft': { light: '#edf1fe', dark: 'rgba(102,133,241,.16)' },
  ok: { light: '#0b7355', dark: '#4fc59b' },
  'ok-soft': { light: '#e4f4ee', dark: 'rgba(79,197,155,.13)' },
  warn: { light: '#955700', dark: '#efb253' },
  'warn-soft': { light: '#fdf2de', dark: 'rgba(239,178,83,.13)' },
  bad: { light: '#b8261c', dark: '#ff8077' },
  'bad-soft': { light: '#fdecea', dark: 'rgba(255,104,94,.14)' },
  idle: { light: '#515965', dark: '#a3abb9' },
  'idle-soft': { light: '#eef0f4', dark: 'rgba(152,161,176,.13)' },
  /* chart fills: success is quiet because there is so much of it; trouble is saturated */
  'chart-ok': { light: '#a3d3c3', dark: '#2a5a4a' },
  'chart-failed': { light: '#d5861c', dark: '#dd9a3c' },
  'chart-timeout': { light: '#f0d08a', dark: '#f4dcae' }, // pale between two darks: the stack reads by lightness alone
  'chart-dead': { light: '#c9332a', dark: '#f0574c' },
  'chart-cancelled': { light: '#b6bdc9', dark: '#515965' },
  'chart-grid': { light: '#eceff3', dark: '#20252c' },
} satisfies Record<string, Token>;

export type TokenName = keyof typeof tokens;
export const v = (name: TokenName) => `var(--r-${name})`;

/* ---------- status map: word + icon + tone; the shape differs wherever the hue might not be seen ---------- */

export type Tone = 'accent' | 'ok' | 'warn' | 'bad' | 'idle';

export const statusMap = {
  queued: { word: 'Queued', tone: 'idle', icon: IconCircleDashed },
  scheduled: { word: 'Scheduled', tone: 'idle', icon: IconClock },
  retrying: { word: 'Retrying', tone: 'warn', icon: IconRotateClockwise }, // scheduled with attempt > 0
  claimed: { word: 'Claimed', tone: 'accent', icon: IconCircleDot },
  running: { word: 'Running', tone: 'accent', icon: IconLoader2 },
  completed: { word: 'Completed', tone: 'ok', icon: IconCircleCheckFilled },
  failed: { word: 'Failed', tone: 'bad', icon: IconCircleX }, // an attempt, never a resting state
  timed_out: { word: 'Timed out', tone: 'warn', icon: IconHourglassLow },
  lease_expired: { word: 'Lease lost', tone: 'warn', icon: IconPlugConnectedX },
  cancelled: { word: 'Cancelled', tone: 'idle', icon: IconBan },
  dead_letter: { word: 'Dead letter', tone: 'bad', icon: IconSquareRoundedXFilled },
  paused: { word: 'Paused', tone: 'warn', icon: IconPlayerPauseFilled },
  live: { word: 'Live', tone: 'ok', icon: IconActivityHeartbeat },
  late: { word: 'Late', tone: 'warn', icon: IconClockExclamation }, // no heartbeat for two intervals
  draining: { word: 'Draining', tone: 'warn', icon: IconProgressDown },
  dead: { word: 'Dead', tone: 'bad', icon: IconPlugConnectedX },
} as const satisfies Record<string, { word: string; tone: Tone; icon: typeof IconClock }>;

export type Status = keyof typeof statusMap;

/* ---------- layout constants ---------- */

export const layout = {
  navWidth: 208,
  navCollapsed: 52,
  topBar: 48,
  gutter: 24,
  rowHeight: 34,
  rowHeightRoomy: 42,
  headHeight: 30,
} as const;

export const motion = { fast: '90ms', base: '140ms', ease: 'cubic-bezier(.2,0,0,1)' } as const;

/* ---------- theme ---------- */

export const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  white: '#ffffff',
  black: '#14171f',
  autoContrast: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Consolas, monospace",
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.4', xl: '1.2' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '15px', lineHeight: '1.3' },
      h2: { fontSize: '13px', lineHeight: '1.4' },
      h3: { fontSize: '12px', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  shadows: {
    sm: '0 1px 2px rgba(16,20,30,.06)',
    md: '0 4px 16px rgba(16,20,30,.10), 0 0 0 1px rgba(16,20,30,.05)',
    xl: '0 24px 64px rgba(8,10,16,.28), 0 0 0 1px rgba(16,20,30,.08)',
  },
  // Plain objects: whatever is imported here, each page loads first, whether it shows it or not.
  components: {
    Button: {
      defaultProps: { size: 'xs', variant: 'default' } satisfies ButtonProps,
      styles: { root: { fontWeight: 500, fontSize: 12 } },
    },
    ActionIcon: { defaultProps: { size: 26, variant: 'subtle', color: 'gray' } satisfies ActionIconProps },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } satisfies CheckboxProps },
    Input: { styles: { input: { fontSize: 13 } } },
    InputWrapper: {
      styles: { label: { fontSize: 12, marginBottom: 4 }, description: { fontSize: 11 }, error: { fontSize: 11 } },
    },
    Kbd: { defaultProps: { size: 'xs' } satisfies KbdProps },
    Modal: {
      defaultProps: {
        radius: 'lg',
        shadow: 'xl',
        centered: true,
        overlayProps: { backgroundOpacity: 0.35 },
      } satisfies Partial<ModalProps>,
      styles: {
        content: { background: 'var(--r-raised)' },
        header: { background: 'var(--r-raised)' },
        title: { fontSize: 14, fontWeight: 600 },
      },
    },
    SegmentedControl: {
      defaultProps: { size: 'xs', withItemsBorders: false, radius: 'sm' } satisfies Partial<SegmentedControlProps>,
      styles: {
        root: { background: 'var(--r-idle-soft)', padding: 2 },
        indicator: { background: 'var(--r-raised)', boxShadow: '0 0 0 1px var(--r-line-strong)' },
        label: { fontSize: 12, fontWeight: 500, padding: '2px 9px' },
      },
    },
    Tabs: { defaultProps: { variant: 'default' } satisfies TabsProps },
    TextInput: {
      defaultProps: { size: 'xs' } satisfies TextInputProps,
      styles: {
        label: { fontSize: 12, marginBottom: 4 },
        input: { fontSize: 13 },
        description: { fontSize: 12, marginTop: 4 },
      },
    },
    Tooltip: { defaultProps: { openDelay: 250, withArrow: false, fz: 12 } satisfies Partial<TooltipProps> },
  },
});

const vars = (scheme: Scheme) => ({
  ...Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--r-${name}`, value[scheme]])),
  '--mantine-color-body': tokens.surface[scheme],
  '--mantine-color-text': tokens.text[scheme],
  '--mantine-color-dimmed': tokens.dim[scheme],
  '--mantine-color-default': tokens.raised[scheme],
  '--mantine-color-default-border': tokens['line-strong'][scheme],
  '--mantine-color-anchor': tokens.accent[scheme],
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--r-nav': `${layout.navWidth}px`,
    '--r-nav-collapsed': `${layout.navCollapsed}px`,
    '--r-row': `${layout.rowHeight}px`,
    '--r-gutter': `${layout.gutter}px`,
    '--r-fast': motion.fast,
    '--r-base': motion.base,
    '--r-ease': motion.ease,
  },
  light: vars('light'),
  dark: vars('dark'),
});
