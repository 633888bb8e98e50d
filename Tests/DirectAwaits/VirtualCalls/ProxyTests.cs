using System.Reflection;
using Castle.DynamicProxy;
using NSubstitute;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>Proxies and mocks must get every call exactly once.</summary>
[Alone]
public class ProxyTests
{
    private static readonly ProxyGenerator s_proxies = new();

    [Test]
    public void A_proxy_of_the_class_sees_every_call([Values] bool isWoven, [Values] bool proceeds) =>
        Sees(isWoven, proceeds, (world, interceptor) => s_proxies.CreateClassProxy(world.Type("Loader"), interceptor));

    [Test]
    public void A_proxy_of_the_class_with_a_target_sees_every_call([Values] bool isWoven, [Values] bool proceeds) =>
        Sees(isWoven, proceeds, (world, interceptor) => s_proxies.CreateClassProxyWithTarget(world.Type("Loader"), world.New("Heir"), interceptor));

    [Test]
    public void A_proxy_of_the_interface_sees_every_call([Values] bool isWoven) => Assert.Multiple(() =>
    {
        Sees(isWoven, proceeds: false, (world, interceptor) => s_proxies.CreateInterfaceProxyWithoutTarget(world.Type("ILoader"), interceptor));
        Sees(isWoven, proceeds: false, (world, interceptor) => s_proxies.CreateInterfaceProxyWithoutTarget(world.Type("IInternal"), interceptor));
    });

    [Test]
    public void A_proxy_of_the_interface_with_a_target_sees_every_call([Values] bool isWoven, [Values] bool proceeds) => Assert.Multiple(() =>
    {
        Sees(isWoven, proceeds, (world, interceptor) => s_proxies.CreateInterfaceProxyWithTarget(world.Type("ILoader"), world.New("Loader"), interceptor));
        Sees(isWoven, proceeds, (world, interceptor) => s_proxies.CreateInterfaceProxyWithTargetInterface(world.Type("IInternal"), world.New("Heir"), interceptor));
    });

    [Test]
    public void A_dispatch_proxy_sees_every_call([Values] bool isWoven)
    {
        var world = OpenWorld.Of(isWoven);
        var proxy = typeof(DispatchProxy).GetMethod(nameof(DispatchProxy.Create), 2, [])!.MakeGenericMethod(world.Type("ILoader"), typeof(Counting)).Invoke(null, null)!;
        foreach (var caller in world.CallersOf(proxy))
        {
            ((Counting)proxy).Calls = 0;
            Assert.That(world.Call(caller, proxy, 1), Is.EqualTo(caller == "OfADecorator" ? "43" : "42"), caller);
            Assert.That(((Counting)proxy).Calls, Is.EqualTo(1), caller);
        }
    }

    [Test]
    public void A_mock_sees_every_call([Values("ILoader", "Loader", "IInternal")] string type, [Values] bool isWoven)
    {
        var world = OpenWorld.Of(isWoven);
        var mock = Substitute.For([world.Type(type)], []);
        ((Task<int>)world.Type(type).GetMethod("Load", [typeof(int)])!.Invoke(mock, [1])!).Returns(Task.FromResult(42));
        foreach (var caller in world.CallersOf(mock).Where(caller => caller is not ("OfTheGenericInterface" or "OfAnInternalMethod" or "OfAProtectedMethod")))
        {
            mock.ClearReceivedCalls();
            Assert.That(world.Call(caller, mock, 1), Is.EqualTo(caller == "OfADecorator" ? "43" : "42"), caller);
            Assert.That(mock.ReceivedCalls().Count(), Is.EqualTo(1), caller);
        }
    }

    private static void Sees(bool isWoven, bool proceeds, Func<OpenWorld, IInterceptor, object> create)
    {
        var world = OpenWorld.Of(isWoven);
        var interceptor = new Interceptor(proceeds);
        var proxy = create(world, interceptor);
        foreach (var caller in world.CallersOf(proxy))
        {
            interceptor.Calls = 0;
            Assert.That(world.Call(caller, proxy, 1), Is.EqualTo(Expected(caller, proceeds)), caller);
            Assert.That(interceptor.Calls, Is.EqualTo(1), caller);
        }
    }

    private static string Expected(string caller, bool proceeds) => (caller, proceeds) switch
    {
        ("OfADecorator", true) => "5002",
        ("OfADecorator", false) => "43",
        ("OfTheGenericInterface", true) => "1",
        ("OfTheGenericInterface", false) => "mocked",
        ("OfAnInternalMethod", true) => "6001",
        ("OfAProtectedMethod", true) => "7001",
        (_, true) => "5001",
        (_, false) => "42",
    };

    private sealed class Interceptor(bool proceeds) : IInterceptor
    {
        public int Calls { get; set; }

        public void Intercept(IInvocation invocation)
        {
            Calls++;
            if (proceeds)
            {
                invocation.Proceed();
            }
            else
            {
                invocation.ReturnValue = invocation.Method.ReturnType == typeof(Task<string>) ? Task.FromResult("mocked") : Task.FromResult(42);
            }
        }
    }

    /// <summary>The base of a class that <see cref="DispatchProxy"/> makes.</summary>
    public class Counting : DispatchProxy
    {
        public int Calls { get; set; }

        protected override object Invoke(MethodInfo? targetMethod, object?[]? args)
        {
            Calls++;
            return Task.FromResult(42);
        }
    }
}
