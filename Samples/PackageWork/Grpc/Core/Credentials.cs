namespace Grpc.Core;

public delegate Task AsyncAuthInterceptor(AuthInterceptorContext context, Metadata metadata);

public delegate bool VerifyPeerCallback(object context);

public class AuthInterceptorContext(string serviceUrl, string methodName, CancellationToken cancellationToken)
{
    public string ServiceUrl => serviceUrl;

    public string MethodName => methodName;

    public CancellationToken CancellationToken => cancellationToken;
}

public sealed record KeyCertificatePair(string CertificateChain, string PrivateKey);

public abstract class CallCredentials
{
    public static CallCredentials FromInterceptor(AsyncAuthInterceptor interceptor) => new Intercepted(interceptor);

    public abstract void InternalPopulateConfiguration(CallCredentialsConfiguratorBase configurator, object state);

    private sealed class Intercepted(AsyncAuthInterceptor interceptor) : CallCredentials
    {
        public override void InternalPopulateConfiguration(CallCredentialsConfiguratorBase configurator, object state) =>
            configurator.SetAsyncAuthInterceptorCredentials(state, interceptor);
    }
}

public abstract class CallCredentialsConfiguratorBase
{
    public abstract void SetCompositeCredentials(object state, IReadOnlyList<CallCredentials> credentials);

    public abstract void SetAsyncAuthInterceptorCredentials(object state, AsyncAuthInterceptor interceptor);
}

public abstract class ChannelCredentials
{
    public static ChannelCredentials Insecure { get; } = new InsecureCredentials();

    public abstract void InternalPopulateConfiguration(ChannelCredentialsConfiguratorBase configurator, object state);

    private sealed class InsecureCredentials : ChannelCredentials
    {
        public override void InternalPopulateConfiguration(ChannelCredentialsConfiguratorBase configurator, object state) =>
            configurator.SetInsecureCredentials(state);
    }
}

public abstract class ChannelCredentialsConfiguratorBase
{
    public abstract void SetInsecureCredentials(object state);

    public abstract void SetSslCredentials(
        object state, string? rootCertificates, KeyCertificatePair? keyCertificatePair, VerifyPeerCallback? verifyPeerCallback);

    public abstract void SetCompositeCredentials(object state, ChannelCredentials channelCredentials, CallCredentials callCredentials);
}
