using System.Diagnostics.CodeAnalysis;
using PooledAwait;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Virtual calls that ask for no class of the assembly, each for another thing that is in the way.</summary>
public static class Receivers
{
    public static async Task All<T>(
        ILoading loading, IOf<string> closed, IOf<T> open, IIn<T> variant, IPlain plain, IAsking<T> asking, IOut<object> outs, IHidden hidden)
    {
        await loading.LoadingAsync();
        await closed.OfAsync();
        await open.OfAsync();
        await variant.InAsync();
        await plain.PlainAsync();
        await asking.AskingAsync();
        await outs.OutAsync();
        await hidden.HiddenAsync();
    }

#if !NET
    public static async Task Old(IProxied proxied) => await proxied.ProxiedAsync();

    public interface IProxied
    {
        Task ProxiedAsync();
    }

    public sealed class Proxied : MarshalByRefObject, IProxied
    {
        public async Task ProxiedAsync() => await Task.Yield();
    }
#endif

#if NET
    public static async Task New(IDefault inherited, Covariant covariant, IDemanding demanding)
    {
        await inherited.DefaultAsync();
        await covariant.CovariantAsync();
        await demanding.DemandingAsync();
    }

    public interface IDefault
    {
        async Task DefaultAsync() => await Task.Yield();
    }

    public interface IDemanding
    {
        Task DemandingAsync();
    }

    public abstract class Covariant
    {
        public abstract Task CovariantAsync();
    }

    public sealed class Defaulting : IDefault;

    public sealed class WithResult : Covariant
    {
        public override async Task<int> CovariantAsync()
        {
            await Task.Yield();
            return 1;
        }
    }

    public sealed class Demanding : IDemanding
    {
#pragma warning disable IL2046 // What implements asks for more than what is implemented.
        [RequiresUnreferencedCode("It reflects.")]
        public async Task DemandingAsync() => await Task.Yield();
#pragma warning restore IL2046
    }
#endif

    public interface ILoading
    {
        Task LoadingAsync();
    }

    public interface IOf<T>
    {
        Task OfAsync();
    }

    public interface IOut<out T>
    {
        Task OutAsync();
    }

    public interface IIn<in T>
    {
        Task InAsync();
    }

    public interface IPlain
    {
        Task PlainAsync();
    }

    public interface IAsking<T>
    {
        Task AskingAsync();
    }

    public interface IHidden
    {
        Task HiddenAsync();
    }

    public sealed class Loading : ILoading
    {
        public PooledBuilders Builders;

        public async Task LoadingAsync() => await Task.Yield();
    }

    public sealed class OfBoth : IOf<int>, IOf<long>
    {
        public async Task OfAsync() => await Task.Yield();
    }

    public abstract class OutOfObjects : IOut<object>
    {
        public virtual async Task OutAsync() => await Task.Yield();
    }

    public sealed class OutOfStrings : OutOfObjects, IOut<string>
    {
        async Task IOut<string>.OutAsync() => await Task.Yield();
    }

    public sealed class Plain<T> : IPlain
    {
        public async Task PlainAsync() => await Task.Yield();
    }

    public sealed class Asking<T> : IAsking<T>
        where T : class
    {
        public async Task AskingAsync() => await Task.Yield();
    }

    public sealed class InOfStrings : IIn<string>
    {
        public async Task InAsync() => await Task.Yield();
    }

    private static class Outer
    {
        private static class Inner
        {
            private sealed class Hidden : IHidden
            {
                public async Task HiddenAsync() => await Task.Yield();
            }
        }
    }
}
