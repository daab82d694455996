/**
 * The style sheets that every page may need, each Mantine component by itself. A component that only one lazy
 * page uses is imported by that page. All come in the CSS layer `mantine`, so their order decides nothing
 * between them and our modules; among themselves a part must come before what is made of it.
 */
import './theme.css';
import '@fontsource-variable/archivo/wdth.css';
import '@fontsource-variable/inter/wght.css';
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
