package live.ringside.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
