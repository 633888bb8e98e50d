namespace Tests.Verification.Broken;

/// <summary>All cases of broken bodies. The check must find every case. Each case is a class of the same assembly.</summary>
internal static class BrokenBodies
{
    /// <summary>The types that the cases share.</summary>
    public const string Shared = """
        using System;
        using System.Collections.Generic;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Tasks;

        public struct Pair { public int First; public string Name; public override string ToString() => Name; }
        public interface ITell { string Tell(); }
        public abstract class Figure
        {
            public Figure(int sides) { Sides = sides; }
            public int Sides;
            protected int Hidden;
            public static int Made;
            public abstract int Area();
            public virtual int Twice() => 2;
        }
        public class Square : Figure { public Square() : base(4) { } public override int Area() => 1; public override int Twice() => base.Twice(); }
        public class Other { public int Field; public string Name = ""; }
        public class Box<T> { public T Value = default!; public T Get() => Value; }
        public delegate ref int Picks(int[] from);

        """;

    public static readonly IReadOnlyList<BrokenBody> All =
        [.. BrokenTypes.All, .. BrokenMembers.All, .. BrokenFlow.All, .. BrokenMemory.All, .. BrokenPrefixes.All];

    public static string ClassOf(int index) => $"Case{index:000}";

    /// <summary>The source of the sound assembly.</summary>
    public static string Source => Shared + string.Join("\n", All.Select((body, i) => $"public class {ClassOf(i)}\n{{\n{body.Source}\n}}"));
}
