using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace Trimmed;

/// <summary>Direct awaits of methods whose reflection tells a trimmer what to keep.</summary>
public static class Awaiting
{
    public static async Task<string> Tell(string name)
    {
        var told = await Local() + " " + await Of<Third>() + " " + await new Awaiting<Fourth>().Tell() + " " + await ForwardedByALocalFunction();
        return $"{told} {await Forwarded(name)} {await ForwardedToALocalFunction(name)} {await Suppressed(name)} {await SuppressedForwarder(name)}";

        async Task<string> Local()
        {
            await Task.Yield();
            return typeof(First).GetMethods().Length + " " + await Inner();

            static async Task<int> Inner()
            {
                await Task.Yield();
                return typeof(Second).GetMethods().Length;
            }
        }

        static async Task<int> Of<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>()
        {
            await Task.Yield();
            return typeof(T).GetMethods().Length;
        }

        static Task<int> ForwardedByALocalFunction() => Count(typeof(Fifth));
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public static async Task<string> Required(string name)
    {
        await Task.Yield();
        return $"{Reflecting.Told(name) == name.GetHashCode()}";
    }

    public static async Task<string> Uncovered(string name) => await Required(name);

    private static async Task<int> Count([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] Type type)
    {
        await Task.Yield();
        return type.GetMethods().Length;
    }

    private static Task<int> Forwarded(string name)
    {
        Func<Type, bool> isNamed = type => type.Name == name;
        return Count(isNamed(typeof(Sixth)) ? typeof(Sixth) : typeof(Seventh));
    }

    private static Task<int> ForwardedToALocalFunction(string name)
    {
        return name.Length == 0 ? Task.FromResult(0) : Local(name);

        static async Task<int> Local(string name)
        {
            await Task.Yield();
            return typeof(Eighth).GetMethods().Length + (name.Length > 100 ? await Local(name[1..]) : 0);
        }
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private static async Task<string> Suppressed(string name)
    {
        await Task.Yield();
        return await Required(name) + await Local();

        async Task<bool> Local()
        {
            await Task.Yield();
            return Reflecting.Told(name) == name.GetHashCode();
        }
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private static Task<string> SuppressedForwarder(string name) => Required(name);

    private static class First
    {
        public static int A() => 1;

        public static int B() => 2;
    }

    private static class Second
    {
        public static int A() => 1;
    }

    private sealed class Third
    {
        public static int A() => 1;

        public static int B() => 2;

        public static int C() => 3;
    }

    private static class Fifth
    {
        public static int A() => 1;
    }

    private static class Sixth
    {
    }

    private static class Seventh
    {
        public static int A() => 1;

        public static int B() => 2;
    }

    private static class Eighth
    {
        public static int A() => 1;

        public static int B() => 2;

        public static int C() => 3;

        public static int D() => 4;
    }
}

/// <summary>The same kinds of awaits in a generic type.</summary>
public sealed class Awaiting<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>
{
    public async Task<int> Tell()
    {
        return await Local() + await Generic(this);

        static async Task<int> Local()
        {
            await Task.Yield();
            return typeof(T).GetMethods().Length;
        }

        static async Task<int> Generic<U>(U self)
            where U : class
        {
            await Task.Yield();
            return self is Awaiting<T> ? typeof(T).GetMethods().Length : 0;
        }
    }
}

/// <summary>A type that only one of the methods above refers to.</summary>
public sealed class Fourth
{
    public static int A() => 1;

    public static int B() => 2;
}
