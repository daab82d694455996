/**
 * The style sheets that every page may need, one Mantine component at a time. A component that only one lazy page
 * uses is imported by that page. All are in the CSS layer `mantine`, so our modules always win over them. Among
 * themselves the order counts: a component comes after the components that it is made of.
 */
import './theme.css';
import './fonts.css';
import '../ui/mantine/generated/theme-variables.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/VisuallyHidden.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
